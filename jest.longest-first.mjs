import { basename } from 'node:path';

/** Seconds that a test file usually takes alongside others on two cores. A wrong number costs only a few seconds. */
const USUAL_SECONDS = { journey: 30, stack: 20, integration: 4, web: 2, unit: 0.3 };
const LONG_SECONDS = {
  'operator-commands.spec.ts': 100,
  'idle-session.spec.ts': 100,
  'accessibility.spec.ts': 90,
  'screen-states.spec.ts': 90,
  'redis-faults.spec.ts': 80,
  'survival.spec.ts': 75,
  'undo-random-imports.int.spec.ts': 70,
  'keyboard-alone.spec.ts': 65,
  'import-screens.spec.ts': 65,
  'scale-out.spec.ts': 60,
  'member-screens.spec.ts': 60,
  'uploads-at-once.spec.ts': 55,
  'start-command.spec.ts': 50,
  'signing-in-at-once.spec.ts': 45,
  'document-accuracy.spec.ts': 45,
  'alert-decision.spec.ts': 45,
  'import-to-alert.spec.ts': 45,
  'first-alert.spec.ts': 45,
  'full-disk.spec.ts': 40,
  'report-screens.spec.ts': 40,
  'queue-conformance.int.spec.ts': 35,
  'traces.spec.ts': 35,
  'revision.int.spec.ts': 30,
  'fact-recount.int.spec.ts': 28,
  'document-faults.int.spec.ts': 25,
};
/** These run a whole installation and spend much of the time waiting. */
const INSTALLATIONS = ['journey', 'stack'];
/** The other files run a little longer, so that the run does not end waiting for the last installation alone. */
const LEAD = 1.25;

/**
 * Longest first. Files with installations, which wait, run alongside files that keep a core busy: both kinds are
 * started in turn, in proportion to their total time.
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
    // Results are not cached, so that the order is the same on a fresh clone.
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
