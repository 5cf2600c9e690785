import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IsOptional, IsString, validateSync } from 'class-validator';

const SECRETS = Symbol('secret settings');

interface SecretSetting {
  name: string;
  /** The URL setting that needs this password. */
  addressName?: string;
}

/** Marks a secret, which installations can pass in a file (`NAME_FILE`). */
export function Secret(): PropertyDecorator {
  return (prototype, name) => addSecret(prototype, { name: String(name) });
}

/** Marks the optional password that is inserted into a URL setting, so that the URL itself need not be secret. */
export function PasswordOf(addressName: string): PropertyDecorator {
  return (prototype, name) => {
    IsString()(prototype, name);
    IsOptional()(prototype, name);
    addSecret(prototype, { name: String(name), addressName });
  };
}

export function secretSettingsOf({ prototype }: { prototype: object }): readonly SecretSetting[] {
  return (Reflect.getMetadata(SECRETS, prototype) as SecretSetting[] | undefined) ?? [];
}

function addSecret(prototype: object, setting: SecretSetting): void {
  Reflect.defineMetadata(SECRETS, [...secretSettingsOf({ prototype }), setting], prototype);
}

function insertPasswordsIntoUrls(
  shape: new () => object,
  values: Record<string, string>,
  problems: string[],
): Record<string, string> {
  const complete = { ...values };
  for (const { name, addressName } of secretSettingsOf(shape)) {
    const [password, address] = [values[name], values[addressName ?? '']];
    if (addressName === undefined || password === undefined) continue;
    if (address === undefined) problems.push(`${name} is set, but ${addressName} is not`);
    // The URL setting's own validation reports a malformed URL.
    if (address === undefined || !URL.canParse(address)) continue;
    const url = new URL(address);
    if (url.password !== '')
      problems.push(`${name} is set, but ${addressName} already contains a password: keep only one`);
    url.password = encodeURIComponent(password);
    complete[addressName] = url.toString();
  }
  return complete;
}

type EnvironmentSource = Readonly<Record<string, string | undefined>>;

const FILE_SUFFIX = '_FILE';
const READ_ERROR_TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/**
 * Reads values from `NAME` or from the file that `NAME_FILE` names (container secrets). Empty values count as unset, as
 * in compose files. Opens only the files named in this program's settings, because a shell may have other `…_FILE`
 * variables.
 * @param problems receives sentences without values or paths, which may be misplaced secrets
 */
function readValuesFromFiles(
  source: EnvironmentSource,
  settings: ReadonlySet<string>,
  problems: string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  const provided = Object.entries(source).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  for (const [name, value] of provided) if (settings.has(name)) values[name] = value;
  for (const [name, path] of provided) {
    const setting = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : '';
    if (settings.has(name) || !settings.has(setting)) continue;
    if (values[setting] !== undefined) {
      problems.push(`${setting} and ${name} are both set: keep only one`);
      continue;
    }
    const value = readSingleValue(path, name, problems);
    if (value !== '') values[setting] = value;
  }
  return values;
}

function readSingleValue(path: string, name: string, problems: string[]): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${name} names a file that cannot be read: ${READ_ERROR_TEXTS[code ?? ''] ?? code}`);
    return '';
  }
  if (!/[\r\n]/.test(text)) return text;
  problems.push(`${name} names a file with more than one line; it must contain a single value`);
  return '';
}

export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvironmentError';
  }
}

/** @throws EnvironmentError with all missing and malformed variables, never with their values */
export function readEnvironment<T extends object>(shape: new () => T, source: EnvironmentSource = process.env): T {
  const problems: string[] = [];
  const provided = readValuesFromFiles(source, settingNamesOf(shape), problems);
  const values = insertPasswordsIntoUrls(shape, provided, problems);
  const environment = plainToInstance(shape, values, { exposeDefaultValues: true });
  for (const error of validateSync(environment, { forbidUnknownValues: true })) {
    problems.push(...Object.values(error.constraints ?? { invalid: `${error.property} is not valid` }));
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

export function settingNamesOf(shape: new () => object): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}
