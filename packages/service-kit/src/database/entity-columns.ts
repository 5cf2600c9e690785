import { getMetadataStorage } from 'class-validator';
import { DefaultNamingStrategy, type InsertResult, type ValueTransformer } from 'typeorm';

/** Column for a property: `user_id` for `userId`. */
export const columnOf = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || columnOf(propertyName);
  }
}

/** A `bigint` column, which node-postgres returns as text, as a number. Throws beyond safe integers. */
export const bigintAsNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | null) => (value === null ? null : toSafeInteger(value)),
};

function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new TypeError('A bigint column exceeds the safe integer range');
  return number;
}

/** A `timestamptz` column as ISO 8601 in UTC with milliseconds. */
export const timestampAsText: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** Picks the fields that a contract class declares, because an entity may have more. `changed` overrides row values. */
export function pickFieldsOf<T extends object>(contract: new () => T) {
  const declared = getMetadataStorage().getTargetValidationMetadatas(contract, '', false, false);
  const names = [...new Set(declared.map(({ propertyName }) => propertyName as keyof T))];
  return <Changed extends Partial<T>>(row: Omit<T, keyof Changed>, changed: Changed): T => {
    const all: Partial<T> = Object.assign({}, row, changed);
    return Object.fromEntries(names.map((name) => [name, all[name]])) as T;
  };
}

/** TypeORM returns generated ids as node-postgres reads them, without transformers. */
export function generatedId({ identifiers: [row] }: InsertResult): number {
  const id = Number(row?.['id']);
  if (!Number.isSafeInteger(id)) throw new TypeError('The inserted row has no safe integer id');
  return id;
}
