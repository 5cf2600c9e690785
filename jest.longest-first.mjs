import { basename } from 'node:path';

/** Seconds that a test file usually takes beside others on two cores; a wrong number costs some seconds, nothing else. */
const USUAL_SECONDS = { journey: 30, stack: 20, integration: 4, web: 2, unit: 0.3 };
const LONG_SECONDS = {
  'survival.spec.ts': 130,
  'idle-session.spec.ts': 100,
  'screen-states.spec.ts': 80,
  'signing-in-at-once.spec.ts': 65,
  'uploads-at-once.spec.ts': 80,
  'redis-faults.spec.ts': 75,
  'accessibility.spec.ts': 60,
  'scale-out.spec.ts': 60,
  'first-alert.spec.ts': 50,
  'full-disk.spec.ts': 45,
  'operator-commands.spec.ts': 45,
  'start-command.spec.ts': 45,
  'traces.spec.ts': 45,
  'undo-any-import.int.spec.ts': 30,
  'queue-conformance.int.spec.ts': 30,
  'accuracy.spec.ts': 15,
  'password-hasher.spec.ts': 10,
  'detected.spec.ts': 10,
};
/** These run a whole installation, which waits for itself much of its time. */
const INSTALLATIONS = ['journey', 'stack'];
/** The others go on for a while after the last installation, so that nobody waits for that one alone. */
const LEAD = 1.25;

/**
 * Longest first, and installations, which wait, beside what keeps a core busy: both kinds are dealt out in step, in
 * proportion to the time they take in all.
 */
export default class LongestFirst {
  sort(tests) {
    const byLength = tests.toSorted((a, b) => seconds(b) - seconds(a) || (a.path < b.path ? -1 : 1));
    const installations = pile(byLength.filter(isInstallation));
    const others = pile(byLength.filter((test) => !isInstallation(test)));
    const order = [];
    while (order.length < tests.length) {
      const isBehind = installations.share() <= others.share() * LEAD;
      order.push((isBehind || others.isEmpty() ? installations : others).take() ?? others.take());
    }
    return order;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order is the same on a fresh clone as anywhere.
  }
}

function pile(tests) {
  const all = tests.reduce((sum, test) => sum + seconds(test), 0);
  let next = 0;
  let dealt = 0;
  return {
    isEmpty: () => next === tests.length,
    share: () => (all === 0 ? 1 : dealt / all),
    take: () => {
      const test = tests[next];
      if (test === undefined) return undefined;
      next += 1;
      dealt += seconds(test);
      return test;
    },
  };
}

const groupOf = ({ path }) =>
  /\/test\/(stack|journey)\//.exec(path)?.[1] ??
  (path.includes('/web/src/') ? 'web' : path.endsWith('.int.spec.ts') ? 'integration' : 'unit');
const isInstallation = (test) => INSTALLATIONS.includes(groupOf(test));
const seconds = (test) => LONG_SECONDS[basename(test.path)] ?? USUAL_SECONDS[groupOf(test)] ?? 1;
