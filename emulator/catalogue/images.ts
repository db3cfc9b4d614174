import type { Brand } from "../brand";

/** An image (Linode API v4, Images). */
export interface CatalogueImage {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly created: string;
  readonly updated: string;
  /** MB. */
  readonly size: number;
  readonly created_by: string;
  readonly type: string;
  readonly is_public: boolean;
  readonly deprecated: boolean;
  readonly vendor: string | null;
  readonly expiry: string | null;
  readonly eol: string | null;
  readonly status: string;
  readonly regions?: readonly never[];
}

/** Public images as of mid-2022: name, label, vendor, size in MB, creation date, planned end of life. */
const PUBLIC_IMAGES = `
almalinux8     | AlmaLinux 8        | AlmaLinux  |  1700 | 2021-03-31 | 2029-12-31
alpine3.15     | Alpine 3.15        | Alpine     |   400 | 2021-12-16 | 2023-11-01
arch           | Arch Linux         | Arch       |  2000 | 2016-06-13 |
centos7        | CentOS 7           | CentOS     |  2800 | 2014-07-08 | 2024-06-30
centos-stream9 | CentOS Stream 9    | CentOS     |  1200 | 2022-02-08 | 2027-05-31
debian9        | Debian 9           | Debian     |  1600 | 2017-06-16 | 2022-06-30
debian10       | Debian 10          | Debian     |  1500 | 2019-07-08 | 2024-06-30
debian11       | Debian 11          | Debian     |  1300 | 2021-08-14 | 2026-08-15
fedora36       | Fedora 36          | Fedora     |  1600 | 2022-05-10 | 2023-05-16
gentoo         | Gentoo             | Gentoo     |  4600 | 2014-12-24 |
opensuse15.3   | openSUSE Leap 15.3 | openSUSE   |  1550 | 2021-06-02 | 2022-12-31
rocky8         | Rocky Linux 8      | Rocky      |  2300 | 2021-07-01 | 2029-05-31
slackware15.0  | Slackware 15.0     | Slackware  | 10000 | 2022-02-02 |
ubuntu16.04lts | Ubuntu 16.04 LTS   | Ubuntu     |  2700 | 2016-04-22 | 2021-04-30
ubuntu18.04    | Ubuntu 18.04 LTS   | Ubuntu     |  2700 | 2018-04-26 | 2023-04-30
ubuntu20.04    | Ubuntu 20.04 LTS   | Ubuntu     |  2000 | 2020-04-23 | 2025-04-30
ubuntu22.04    | Ubuntu 22.04 LTS   | Ubuntu     |  3500 | 2022-04-21 | 2027-04-30
centos8        | CentOS 8           | CentOS     |  2500 | 2019-09-24 | 2021-12-31
slackware14.1  | Slackware 14.1     | Slackware  |  1000 | 2013-11-25 |
ubuntu21.04    | Ubuntu 21.04       | Ubuntu     |  1500 | 2021-04-22 | 2022-01-31
`;

const DEPRECATED = new Set(["centos8", "slackware14.1", "ubuntu21.04"]);

/** Undocumented image fields, shown only under the real service's own name: copies in other regions (always none). */
export function undocumentedFields(brand: Brand): Pick<CatalogueImage, "regions"> {
  return brand.showsUndocumentedFields ? { regions: [] } : {};
}

/** The public images, with the brand in `id` and `created_by`. */
export function publicImagesOf(brand: Brand): CatalogueImage[] {
  return PUBLIC_IMAGES.trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([name = "", label = "", vendor = "", size = "", created = "", eol = ""]) => ({
      id: brand.imageId(name),
      label,
      description: null,
      created: `${created}T00:00:00`,
      updated: `${created}T00:00:00`,
      size: Number(size),
      created_by: brand.word,
      type: "manual",
      is_public: true,
      deprecated: DEPRECATED.has(name),
      vendor,
      expiry: null,
      eol: eol === "" ? null : `${eol}T00:00:00`,
      status: "available",
      ...undocumentedFields(brand),
    }));
}
