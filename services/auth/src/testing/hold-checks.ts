import { until } from '@clearwatch/service-kit/testing/until';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import type { AuthWorld } from './auth-world.ts';

export interface HeldChecks {
  untilInLine(tries: number): Promise<void>;
  /** The first so many that wait. */
  letGo(tries: number): void;
  /** Nobody who comes from now on waits. */
  end(): void;
}

/** Whoever gives a password waits before it is checked, until it is let go: who comes before whom is no matter of luck. */
export function holdChecks({ app }: Pick<AuthWorld, 'app'>): HeldChecks {
  const hasher = app.get(PasswordHasher, { strict: false });
  const waiting: (() => void)[] = [];
  hasher.isRight = async (password, passwordHash) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    return PasswordHasher.prototype.isRight.call(hasher, password, passwordHash);
  };
  return {
    untilInLine: (tries) => until(`${tries} tries are in line`, () => waiting.length >= tries),
    letGo: (tries) => {
      for (const go of waiting.splice(0, tries)) go();
    },
    end: () => void Reflect.deleteProperty(hasher, 'isRight'),
  };
}
