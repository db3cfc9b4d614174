import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";
import { byPassphrase, encrypted, PASSPHRASE } from "./engine-keys";

export const STACK = "dev";

/** The file with the settings of a stack. */
interface Settings {
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The stack `dev` of a project: its state in a backend of files, and its settings in the folder of the program. */
export class StackFiles {
  constructor(
    private readonly project: string,
    private readonly backend: string,
    private readonly folder: string,
    private readonly secrets = byPassphrase,
  ) {}

  /** Writes what `pulumi stack init` writes into files, which saves a command in each story. */
  initialise(): void {
    const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "" };
    mkdirSync(path.dirname(this.stateFile()), { recursive: true });
    writeFileSync(path.join(this.backend, ".pulumi", "meta.yaml"), "version: 1\n");
    this.enterState({ manifest, secrets_providers: this.secrets.state });
    this.writeSettings(this.secrets.settings);
  }

  /** Makes what `pulumi stack export` has printed of another stack the state of this one. */
  enterState(deployment: object): void {
    const checkpoint = { stack: `organization/${this.project}/${STACK}`, latest: deployment };
    writeFileSync(this.stateFile(), JSON.stringify({ version: 3, checkpoint }));
  }

  /** Sets what the program is configured with, in plain text, as an editor does. */
  configure(values: Readonly<Record<string, unknown>>): void {
    const { config, ...others } = parse(readFileSync(this.settingsFile(), "utf8")) as Settings;
    const keys = Object.entries(values).map(([key, value]) => [
      key.includes(":") ? key : `${this.project}:${key}`,
      value,
    ]);
    this.writeSettings({ ...others, config: { ...config, ...Object.fromEntries(keys) } });
  }

  /** Sets secrets, encrypted as `pulumi config set --secret` writes them. */
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

/** No account, no home of the tester's: a file backend with a passphrase. */
export function pulumiEnvironment(backend: string, home: string): NodeJS.ProcessEnv {
  return {
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}
