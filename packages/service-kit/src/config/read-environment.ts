import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';

export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads a service's settings once and reports every problem at once. `NAME_FILE` names a file that holds the value
 * of `NAME`, the way container secrets are mounted. The values themselves never appear in a message.
 * @throws EnvironmentError listing all missing and malformed variables
 */
export function readEnvironment<T extends object>(shape: new () => T, source: Source = process.env): T {
  const problems: string[] = [];
  const values = withSecretsFromFiles(source, settingsOf(shape), problems);
  const environment = plainToInstance(shape, values, { exposeDefaultValues: true });
  for (const error of validateSync(environment, { forbidUnknownValues: true })) {
    problems.push(...Object.values(error.constraints ?? { invalid: `${error.property} is not valid` }));
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

function settingsOf(shape: new () => object): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/**
 * An empty variable counts as unset: that is how compose files and shells pass "nothing". Only files that stand for
 * a setting of this service are opened: a shell has `…_FILE` variables of its own.
 */
function withSecretsFromFiles(
  source: Source,
  settings: ReadonlySet<string>,
  problems: string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === '') continue;
    const secret = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : '';
    if (settings.has(name) || !settings.has(secret)) {
      values[name] ??= value;
      continue;
    }
    try {
      values[secret] = readFileSync(value, 'utf8').trim();
    } catch {
      problems.push(`${name} names a file that cannot be read`);
    }
  }
  return values;
}
