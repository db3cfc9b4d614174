import { must } from "../support/engine-cli";
import { all, counted, engineStory } from "../support/engine-fixture";

const KEYS = "/profile/sshkeys";
const FIRST = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB alice@example";
const OTHER = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB alice@example";

const programOf = (label: string, key: string): string => `
  new compute.SshKey("laptop", { ${label} sshKey: ${JSON.stringify(`${key}\n`)} });
`;

describe("the life of an SSH key", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const up = async (program: string) => {
      project.program(program);
      const { writeNames } = await counted(emulator, () => must(project.up()));
      return { writeNames, keys: await all(emulator, KEYS) };
    };
    const created = await up(programOf("", FIRST));
    const renamed = await up(programOf('label: "desk",', FIRST));
    const replaced = await up(programOf('label: "desk",', OTHER));
    await must(project.destroy());
    return { created, renamed, replaced, left: await all(emulator, KEYS) };
  });

  test("has a generated label and no line break, is renamed in place and replaced by another key, and is deleted", () => {
    const { created, renamed, replaced, left } = story;
    expect(created.writeNames).toEqual([`POST ${KEYS}`]);
    expect(created.keys).toMatchObject([{ label: expect.stringMatching(/^laptop-/) as unknown, ssh_key: FIRST }]);
    expect(renamed).toMatchObject({ writeNames: [`PUT ${KEYS}/{id}`], keys: [{ label: "desk", ssh_key: FIRST }] });
    expect(replaced.writeNames).toEqual([`POST ${KEYS}`, `DELETE ${KEYS}/{id}`]);
    expect(replaced.keys).toMatchObject([{ label: "desk", ssh_key: OTHER }]);
    expect(left).toEqual([]);
  });
});
