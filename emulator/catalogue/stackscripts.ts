import type { Brand } from "../brand";
import type { Row } from "../state/table";

/** A StackScript of the account or of the service (Linode API v4, Linode Create). */
export interface StackScriptRow extends Row {
  readonly label: string;
  readonly description: string;
  /** IDs of compatible images; `any/all` stands for all that are not deprecated. */
  readonly images: readonly string[];
  readonly script: string;
  readonly is_public: boolean;
  readonly rev_note: string;
  readonly username: string;
  readonly created: string;
  readonly updated: string;
}

/** In a script's list of images, stands for all images that are not deprecated. */
export const ANY_IMAGE = "any/all";

const DATE = "2022-01-10T12:00:00";

const WEB_SERVER = `#!/bin/bash
# <UDF name="site_name" label="Name of the site" example="www.example.org">
# <UDF name="greeting" label="Text of the first page" default="It works.">
apt-get update
apt-get install -y nginx
echo "<h1>$SITE_NAME</h1><p>$GREETING</p>" > /var/www/html/index.html
`;

const BASELINE = `#!/bin/sh
echo "deployed on $(date)" > /etc/deployed
`;

/** Public StackScripts, which every account can deploy. The documents do not describe their fields. */
export function publicStackScriptsOf(brand: Brand): StackScriptRow[] {
  const common = { is_public: true, rev_note: "", username: brand.word, created: DATE, updated: DATE };
  return [
    {
      id: 9001,
      label: "web-server",
      description: "A web server with one page.",
      images: ["debian11", "ubuntu22.04"].map((name) => brand.imageId(name)),
      script: WEB_SERVER,
      ...common,
    },
    {
      id: 9002,
      label: "baseline",
      description: "Leaves a note of when it ran.",
      images: [ANY_IMAGE],
      script: BASELINE,
      ...common,
    },
  ];
}
