import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import type { Stack } from "@pulumi/pulumi/automation";

/** The Pulumi program. It returns its outputs instead of exporting them. */
async function program() {
  const web = new compute.Instance("web", {
    region: "us-east",
    type: "g6-nanode-1",
    image: "compute/debian11",
    rootPass: new pulumi.Config().requireSecret("rootPass"),
    tags: ["web"],
  });
  return { address: web.ipv4[0] };
}

const onOutput = (text: string) => void process.stdout.write(text);

async function up(stack: Stack) {
  const rootPass = process.env.ROOT_PASS;
  if (!rootPass) throw new Error("Set ROOT_PASS, the root password of the instance.");
  // The configuration is in a temporary directory, so every `up` sets it.
  await stack.setConfig("rootPass", { value: rootPass, secret: true });
  const { outputs } = await stack.up({ onOutput });
  console.log(`The address is ${outputs.address?.value}.`);
}

/** Compares the cloud resources with the state, and changes neither. */
async function drift(stack: Stack) {
  const { changeSummary } = await stack.previewRefresh({ onOutput });
  const hasDrift = Object.keys(changeSummary).some((operation) => operation !== "same");
  console.log(hasDrift ? "Somebody has changed something." : "Nothing has changed.");
  process.exitCode = hasDrift ? 2 : 0;
}

async function destroy(stack: Stack) {
  await stack.destroy({ onOutput, remove: true });
}

const commands = new Map(Object.entries({ up, drift, destroy }));

async function main(name = "") {
  const command = commands.get(name);
  if (!command) throw new Error("Usage: npm start -- up | drift | destroy");
  await command(await LocalWorkspace.createOrSelectStack({ projectName: "automation", stackName: "dev", program }));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
