import { define } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { integer, oneOf, word } from "../../provider/definition/types";

interface WidgetArgs {
  name: string;
  colour?: "red" | "blue";
  size?: number;
}

interface WidgetState {
  name: string;
  colour: string;
  size: number;
  widgetId: number;
}

type Widget = Definition<WidgetArgs, WidgetState>;

/** What the compiler accepts and rejects. Nothing here runs. */
function declarationsOf(sound: Widget): unknown[] {
  const { args, outputs, identity } = sound;
  const { size, ...withoutSize } = args;
  const declared: Widget[] = [
    sound,
    {
      ...sound,
      args: { ...args, size: { type: integer(1, 9), serverDefault: { value: ({ name }) => name?.length } } },
    },
    // @ts-expect-error an input is missing
    { ...sound, args: withoutSize },
    // @ts-expect-error there is no such input
    { ...sound, args: { ...args, weight: size } },
    // @ts-expect-error the rule accepts a string where the interface has a number
    { ...sound, args: { ...args, size: { type: word } } },
    // @ts-expect-error the rule accepts less than the interface
    { ...sound, args: { ...args, colour: { type: oneOf("red") } } },
    // @ts-expect-error the rule accepts more than the interface
    { ...sound, args: { ...args, colour: { type: oneOf("red", "blue", "green") } } },
    // @ts-expect-error a rule reads an input that doesn't exist
    { ...sound, args: { ...args, size: { type: integer(1, 9), serverDefault: { value: ({ weight }) => weight } } } },
    // @ts-expect-error the value sent on removal has another type
    { ...sound, args: { ...args, size: { type: integer(1, 9), removal: { sends: "none" } } } },
    // @ts-expect-error an output has no source
    { ...sound, outputs: { from: {} } },
    // @ts-expect-error there is no such output
    { ...sound, outputs: { from: { ...outputs.from, weight: { field: "weight" } } } },
    // @ts-expect-error an input has no second source
    { ...sound, outputs: { from: { ...outputs.from, size: { field: "size" } } } },
    // @ts-expect-error the output is changed by an input that doesn't exist
    { ...sound, outputs: { ...outputs, movedBy: { widgetId: ["weight"] } } },
    // @ts-expect-error the identity is misspelled
    { ...sound, identity: { ...identity, by: ["nmae"] } },
    // @ts-expect-error a cross-input rule reads an input that doesn't exist
    { ...sound, checks: { rules: [({ weight }) => [{ path: "weight", reason: String(weight) }]] } },
    // @ts-expect-error an origin is not an input
    { ...sound, creation: { origins: { copyFrom: { fills: [], request: () => ({ path: "/", body: {} }) } } } },
  ];
  return declared;
}

const widget: Widget = {
  kind: "Widget",
  noun: "widget",
  describedIn: "Linode API v4, Widgets",
  collection: "/widgets",
  args: {
    name: { type: word, required: true },
    colour: { type: oneOf("red", "blue") },
    size: { type: integer(1, 9) },
  },
  outputs: { from: { widgetId: { field: "id" } } },
  identity: { by: ["name"], unique: true },
  deadlines: { createSec: 60, updateSec: 60, deleteSec: 60 },
};

test("define returns the declared definition itself", () => {
  expect(declarationsOf).toBeInstanceOf(Function);
  expect(define(widget)).toBe(widget);
});
