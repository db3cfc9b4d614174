import { isObject } from "../../provider/definition/values";

/** A message of protocol buffers: its fields in order. Bytes are a text, a message, or a map's entry. */
export type Field = readonly [number: number, value: Buffer | bigint | number];

const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5];

export function fieldsIn(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === VARINT) fields.push([number, varint()]);
    else if (type === BYTES) fields.push([number, bytes(Number(varint()))]);
    else if (type === FIXED_64) fields.push([number, bytes(8).readDoubleLE()]);
    else if (type === FIXED_32) bytes(4);
    else throw new Error(`Unknown type ${type} in a message of protocol buffers.`);
  }
  return fields;
}

export function messageOf(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      const tag = (type: number): Buffer => varintOf(BigInt((number << 3) | type));
      if (typeof value === "bigint") return [tag(VARINT), varintOf(value)];
      if (typeof value !== "number") return [tag(BYTES), varintOf(BigInt(value.length)), value];
      const double = Buffer.alloc(8);
      double.writeDoubleLE(value);
      return [tag(FIXED_64), double];
    }),
  );
}

function varintOf(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}

/** The last value of a field that is bytes; empty if the message lacks it. */
export function bytesIn(message: Buffer, number: number): Buffer {
  const value = fieldsIn(message).findLast(([one]) => one === number)?.[1];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

/** A `google.protobuf.Struct` as JSON. */
export function structIn(message: Buffer): Record<string, unknown> {
  const entries = fieldsIn(message).map(([, entry]) => [
    bytesIn(entry as Buffer, 1).toString(),
    valueIn(bytesIn(entry as Buffer, 2)),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function valueIn(message: Buffer): unknown {
  const [field] = fieldsIn(message);
  if (field === undefined) return null;
  const [number, value] = field;
  if (number === 3) return String(value);
  if (number === 4) return value === 1n;
  if (number === 5) return structIn(value as Buffer);
  if (number === 6) return fieldsIn(value as Buffer).map(([, item]) => valueIn(item as Buffer));
  return number === 2 ? value : null;
}

/** JSON as a `google.protobuf.Struct`. */
export function structOf(values: Readonly<Record<string, unknown>>): Buffer {
  return messageOf(
    Object.entries(values).map(([name, value]) => [
      1,
      messageOf([
        [1, Buffer.from(name)],
        [2, valueOf(value)],
      ]),
    ]),
  );
}

function valueOf(value: unknown): Buffer {
  if (typeof value === "number") return messageOf([[2, value]]);
  if (typeof value === "string") return messageOf([[3, Buffer.from(value)]]);
  if (typeof value === "boolean") return messageOf([[4, value ? 1n : 0n]]);
  if (Array.isArray(value)) return messageOf([[6, messageOf(value.map((item) => [1, valueOf(item)]))]]);
  return isObject(value) ? messageOf([[5, structOf(value)]]) : messageOf([[1, 0n]]);
}
