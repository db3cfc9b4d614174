import { runInNode } from "../support/run-in-node";

interface Verdict {
  text: string | undefined;
  supported: boolean | undefined;
}

async function verdicts(answers: string[]): Promise<Verdict[]> {
  const { value } = await runInNode<Verdict[]>(
    `const { parseVersion, isSupported } = await load("pulumi/found");
     return input.map((answer) => {
       const version = parseVersion(answer);
       return { text: version?.text, supported: version && isSupported(version) };
     });`,
    answers,
  );
  return value;
}

test("the range of supported versions includes its lower bound and excludes its upper bound", async () => {
  const answers = {
    "v3.226.9": false,
    "v3.227.0-alpha.1": false,
    "v3.227.0": true,
    "3.250.0": true,
    "v3.251.0-dev.0": true,
    "v3.1000.0": true,
    "v4.0.0-alpha.1": false,
    "v4.0.0": false,
    "v2.300.0": false,
  };
  const found = await verdicts(Object.keys(answers));
  expect(found.map(({ supported }) => supported)).toEqual(Object.values(answers));
});

test("other text is not a version", async () => {
  expect(await verdicts(["", "pulumi: command failed"])).toEqual([{}, {}]);
});

test("a version is found below other lines", async () => {
  const [version] = await verdicts(["warning: a new release is out\nv3.240.1\n"]);
  expect(version?.text).toBe("3.240.1");
});

test("Go's version format is accepted", async () => {
  const versions = await verdicts(["go1.26", "go1.25.11\n"]);
  expect(versions.map(({ text }) => text)).toEqual(["1.26.0", "1.25.11"]);
});
