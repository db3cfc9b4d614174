/** A plan (`type` in Linode API v4, Linode Create). The documents do not describe its fields. */
export interface InstancePlan {
  readonly id: string;
  readonly label: string;
  readonly class: string;
  readonly vcpus: number;
  /** MB. */
  readonly memory: number;
  /** MB. */
  readonly disk: number;
  /** GB per month. */
  readonly transfer: number;
  /** Mbit/s. */
  readonly network_out: number;
  readonly gpus: number;
  readonly price: Price;
  /** Prices that differ by region; empty in the emulator's own catalogue. */
  readonly region_prices: readonly RegionPrice[];
  readonly addons: { readonly backups: { readonly price: Price; readonly region_prices: readonly RegionPrice[] } };
  readonly successor: string | null;
}

interface Price {
  readonly hourly: number;
  readonly monthly: number;
}

interface RegionPrice extends Price {
  /** ID of the region. */
  readonly id: string;
}

/** Plans as of mid-2022: ID, label, class, vCPUs, memory, disk, transfer, network, price and backup price per hour and month. */
const PLANS = `
g6-nanode-1     | Nanode 1GB                       | nanode    | 1 |  1024 |  25600 |  1000 |  1000 | 0.0075 |    5 | 0.003  |   2
g6-standard-1   | {brand} 2GB                      | standard  | 1 |  2048 |  51200 |  2000 |  2000 | 0.015  |   10 | 0.004  | 2.5
g6-standard-2   | {brand} 4GB                      | standard  | 2 |  4096 |  81920 |  4000 |  4000 | 0.03   |   20 | 0.008  |   5
g6-standard-4   | {brand} 8GB                      | standard  | 4 |  8192 | 163840 |  5000 |  5000 | 0.06   |   40 | 0.015  |  10
g6-standard-6   | {brand} 16GB                     | standard  | 6 | 16384 | 327680 |  8000 |  6000 | 0.12   |   80 | 0.03   |  20
g6-standard-8   | {brand} 32GB                     | standard  | 8 | 32768 | 655360 | 16000 |  7000 | 0.24   |  160 | 0.06   |  40
g6-dedicated-2  | Dedicated 4GB                    | dedicated | 2 |  4096 |  81920 |  4000 |  4000 | 0.045  |   30 | 0.008  |   5
g6-dedicated-4  | Dedicated 8GB                    | dedicated | 4 |  8192 | 163840 |  5000 |  5000 | 0.09   |   60 | 0.015  |  10
g7-highmem-1    | {brand} 24GB                     | highmem   | 2 | 24576 |  20480 |  5000 |  5000 | 0.09   |   60 | 0.0075 |   5
g1-gpu-rtx6000-1| Dedicated 32GB + RTX6000 GPU x1  | gpu       | 8 | 32768 | 655360 | 16000 | 10000 | 1.5    | 1000 | 0.06   |  40
`;

/** The plans. In their labels, the brand replaces that of the real service. */
export function typesOf(title: string): InstancePlan[] {
  return PLANS.trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([id = "", label = "", plan = "", ...numbers]) => {
      const [vcpus = 0, memory = 0, disk = 0, transfer = 0, network_out = 0, ...prices] = numbers.map(Number);
      const [hourly = 0, monthly = 0, backupHourly = 0, backupMonthly = 0] = prices;
      return {
        id,
        label: label.replace("{brand}", title),
        class: plan,
        vcpus,
        memory,
        disk,
        transfer,
        network_out,
        gpus: plan === "gpu" ? 1 : 0,
        price: { hourly, monthly },
        region_prices: [],
        addons: { backups: { price: { hourly: backupHourly, monthly: backupMonthly }, region_prices: [] } },
        successor: null,
      };
    });
}
