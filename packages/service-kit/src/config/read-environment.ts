import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { passwordsInAddresses } from './passwords-in-addresses.ts';
import { type Source, valuesFromFiles } from './values-from-files.ts';

export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
  }
}

/**
 * Reads a program's settings once and reports every problem at once. `NAME_FILE` names a file that holds the value of
 * `NAME`; a password may be given apart from its address. The values themselves never appear in a message.
 * @throws EnvironmentError listing all missing and malformed variables
 */
export function readEnvironment<T extends object>(shape: new () => T, source: Source = process.env): T {
  const problems: string[] = [];
  const values = passwordsInAddresses(shape, valuesFromFiles(source, settingsOf(shape), problems), problems);
  const environment = plainToInstance(shape, values, { exposeDefaultValues: true });
  for (const error of validateSync(environment, { forbidUnknownValues: true })) {
    problems.push(...Object.values(error.constraints ?? { invalid: `${error.property} is not valid` }));
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

/** The names of all settings of an environment, inherited ones included. */
export function settingsOf(shape: new () => object): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}
