import 'reflect-metadata';

const SECRETS = Symbol('secret settings');

interface SecretSetting {
  name: string;
  /** The address into which it belongs, when it is a password. */
  addressName?: string;
}

/** Marks a setting that nobody but the program may see: installations give it by a file (`NAME_FILE`). */
export function Secret(): PropertyDecorator {
  return (prototype, name) => add(prototype, { name: String(name) });
}

/**
 * Marks the password that belongs into an address, so that the address itself can be read by anybody. It is put there
 * when the environment is read; whoever uses the address needs nothing else.
 */
export function PasswordOf(addressName: string): PropertyDecorator {
  return (prototype, name) => add(prototype, { name: String(name), addressName });
}

/** All secret settings of an environment, inherited ones included. */
export function secretsOf(shape: new () => object): readonly SecretSetting[] {
  return (Reflect.getMetadata(SECRETS, shape.prototype as object) as SecretSetting[] | undefined) ?? [];
}

function add(prototype: object, setting: SecretSetting): void {
  const inherited = (Reflect.getMetadata(SECRETS, prototype) as SecretSetting[] | undefined) ?? [];
  Reflect.defineMetadata(SECRETS, [...inherited, setting], prototype);
}
