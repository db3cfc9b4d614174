import { gzipSync } from "node:zlib";

const BLOCK_BYTES = 512;

/**
 * A tar.gz with these files (`{ name, content, isExecutable? }`), whose bytes depend on nothing else: `tar` would add times and owners, and its
 * options against that differ between systems. The fields are those of POSIX's format ustar.
 */
export function archive(files) {
  const blocks = files.flatMap(({ name, content, isExecutable = false }) => {
    const padding = Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [header(name, content.length, isExecutable ? "755" : "644"), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
}

function header(name, size, mode) {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name);
  const [owner, group, time] = ["0".padStart(7, "0"), "0".padStart(7, "0"), "0".padStart(11, "0")];
  const numbers = [mode.padStart(7, "0"), owner, group, size.toString(8).padStart(11, "0"), time];
  block.write(`${numbers.join("\0")}\0`, 100);
  // The checksum counts itself as spaces. Then comes the type of a file.
  block.write(" ".repeat(8) + "0", 148);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
