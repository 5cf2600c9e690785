import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

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
  const values = withSecretsFromFiles(source, problems);
  const environment = plainToInstance(shape, values, { exposeDefaultValues: true });
  for (const error of validateSync(environment, { forbidUnknownValues: true })) {
    problems.push(...Object.values(error.constraints ?? { invalid: `${error.property} is not valid` }));
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

/** An empty variable counts as unset: that is how compose files and shells pass "nothing". */
function withSecretsFromFiles(source: Source, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === '') continue;
    if (!name.endsWith('_FILE')) {
      values[name] ??= value;
      continue;
    }
    try {
      values[name.slice(0, -'_FILE'.length)] = readFileSync(value, 'utf8').trim();
    } catch {
      problems.push(`${name} names a file that cannot be read`);
    }
  }
  return values;
}
