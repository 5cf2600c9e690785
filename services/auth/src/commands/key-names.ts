import { Refusal } from './run-command.ts';

/** The keys that can be exchanged, as operators name them. */
export const KEY_NAMES = ['session', 'identity', 'two-factor', 'audit'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** @throws Refusal that lists the names */
export function keyNameOf(text: string | undefined): KeyName {
  const name = KEY_NAMES.find((candidate) => candidate === text);
  if (name === undefined) throw new Refusal(`Name the key: ${KEY_NAMES.join(', ')}.`);
  return name;
}

/** @throws Refusal for what is not the public name of a key */
export function keyIdsOf(texts: readonly string[]): string {
  if (texts.some((text) => !/^[0-9a-f]{8}$/.test(text))) {
    throw new Refusal('The id of a key has 8 hex digits. Never give the key itself.');
  }
  return texts.join(', ');
}
