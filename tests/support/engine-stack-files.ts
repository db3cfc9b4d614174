import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";

export const STACK = "dev";

const PASSPHRASE = "a passphrase for tests";
/** What `pulumi stack init` made of the passphrase once; by it, Pulumi knows the right one. */
const SALT = "v1:sxScXkWppFE=:v1:gcBnTO9DOs9jRLNN:CoTo5WyvGCpA3Md2T/qb+uzozPVV+A==";

/** The file with the settings of a stack. */
interface Settings {
  readonly encryptionsalt?: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The stack `dev` of a project: its state in a backend of files, and its settings in the folder of the program. */
export class StackFiles {
  constructor(
    private readonly project: string,
    private readonly backend: string,
    private readonly folder: string,
  ) {}

  /** Writes what `pulumi stack init` writes into files, which saves a command in each story. */
  initialise(): void {
    const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "" };
    const latest = { manifest, secrets_providers: { type: "passphrase", state: { salt: SALT } } };
    mkdirSync(path.dirname(this.stateFile()), { recursive: true });
    writeFileSync(path.join(this.backend, ".pulumi", "meta.yaml"), "version: 1\n");
    const checkpoint = { stack: `organization/${this.project}/${STACK}`, latest };
    writeFileSync(this.stateFile(), JSON.stringify({ version: 3, checkpoint }));
    this.writeSettings({ encryptionsalt: SALT });
  }

  /** Sets what the program is configured with, in plain text, as an editor does. */
  configure(values: Readonly<Record<string, string | undefined>>): void {
    const { config, ...others } = parse(readFileSync(this.settingsFile(), "utf8")) as Settings;
    const keys = Object.entries(values).map(([key, value]) => [
      key.includes(":") ? key : `${this.project}:${key}`,
      value,
    ]);
    this.writeSettings({ ...others, config: { ...config, ...Object.fromEntries(keys) } });
  }

  stateFile(): string {
    return path.join(this.backend, ".pulumi", "stacks", this.project, `${STACK}.json`);
  }

  private settingsFile(): string {
    return path.join(this.folder, `Pulumi.${STACK}.yaml`);
  }

  private writeSettings(settings: Settings): void {
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
