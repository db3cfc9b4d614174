import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";
import { byPassphrase, encrypted, PASSPHRASE } from "./engine-keys";

export const STACK = "dev";

/** The stack `dev` of a project: its state in a file backend, and its settings in the program's folder. */
export class StackFiles {
  constructor(
    private readonly project: string,
    readonly backend: string,
    readonly folder: string,
    readonly secrets = byPassphrase,
  ) {}

  /** Writes the files that `pulumi stack init` would write, which saves a command in each story. */
  initialise(): void {
    const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "" };
    mkdirSync(path.dirname(this.stateFile()), { recursive: true });
    writeFileSync(path.join(this.backend, ".pulumi", "meta.yaml"), "version: 1\n");
    this.enterState({ manifest, secrets_providers: this.secrets.state });
    this.writeSettings(this.secrets.settings);
  }

  /** Imports the output of `pulumi stack export` of another stack as the state of this one. */
  enterState(deployment: object): void {
    const checkpoint = { stack: `organization/${this.project}/${STACK}`, latest: deployment };
    writeFileSync(this.stateFile(), JSON.stringify({ version: 3, checkpoint }));
  }

  /** Sets the program's config in plain text, as an editor would. */
  configure(values: Readonly<Record<string, unknown>>): void {
    const { config, ...others } = parse(readFileSync(this.settingsFile(), "utf8")) as { config?: object };
    const keys = Object.entries(values).map(([key, value]) => [
      key.includes(":") ? key : `${this.project}:${key}`,
      value,
    ]);
    this.writeSettings({ ...others, config: { ...config, ...Object.fromEntries(keys) } });
  }

  /** Sets secret config, encrypted as `pulumi config set --secret` writes it. */
  configureSecrets(values: Readonly<Record<string, string>>): void {
    const entries = Object.entries(values).map(([key, value]) => [key, { secure: encrypted(value, this.secrets) }]);
    this.configure(Object.fromEntries(entries) as Record<string, unknown>);
  }

  stateFile(): string {
    return path.join(this.backend, ".pulumi", "stacks", this.project, `${STACK}.json`);
  }

  private settingsFile(): string {
    return path.join(this.folder, `Pulumi.${STACK}.yaml`);
  }

  private writeSettings(settings: object): void {
    writeFileSync(this.settingsFile(), stringify(settings));
  }
}

/** Without the developer's account and home: a file backend with a passphrase. */
export function pulumiEnvironment(backend: string, home: string): NodeJS.ProcessEnv {
  return {
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}
