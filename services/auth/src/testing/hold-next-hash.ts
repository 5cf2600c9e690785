import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import type { AuthWorld } from './auth-world.ts';

/** The next new password waits while its hash is made, until it is let go: what happens meanwhile is no matter of luck. */
export function holdNextHash({ app }: Pick<AuthWorld, 'app'>): { begun: Promise<void>; letGo: () => void } {
  const hasher = app.get(PasswordHasher, { strict: false });
  const [begun, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hasher.hash = async (password) => {
    Reflect.deleteProperty(hasher, 'hash');
    begun.resolve();
    await letGo.promise;
    return hasher.hash(password);
  };
  return { begun: begun.promise, letGo: letGo.resolve };
}
