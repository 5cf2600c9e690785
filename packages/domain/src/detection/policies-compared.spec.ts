import * as fc from 'fast-check';
import { belowTheLinePolicy, PolicyComparison } from './backtest-policies.ts';
import { detectMember } from './detection-engine.ts';
import { prepareMember } from './member-history.ts';
import { defaultPolicy } from './policy-document.ts';
import { aContext } from './testing/detection-context.ts';
import { HISTORIES_BEGIN, randomHistories } from './testing/random-histories.ts';

const policy = defaultPolicy();
const policies = [
  policy,
  { ...policy, version: 2, switchedOff: { velocity_anomaly: 'Too loud.' } },
  { ...policy, parameters: { ...policy.parameters, structuring: { nearLineCount: 2 } } },
  { ...policy, sensitivity: 'low' as const },
  belowTheLinePolicy(policy),
];

test('a policy comparison returns the same findings for each policy as a separate run', () => {
  const contexts = policies.map((each) => aContext({ ledgerFirstDay: HISTORIES_BEGIN, policy: each }));
  const compared = new PolicyComparison(contexts);
  const whatIsFound = (findings: ReturnType<typeof detectMember>) =>
    // The comparison ignores the policy version in the evidence.
    findings.map(({ evidence: { figures, entries }, ...finding }) => ({ ...finding, figures, entries }));
  let different = 0;
  fc.assert(
    fc.property(randomHistories, (entries) => {
      const history = prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries });
      const found = compared.detect(history);
      const alone = contexts.map((context) => detectMember(history, context));
      expect(found.map(whatIsFound)).toEqual(alone.map(whatIsFound));
      different += new Set(found.map(({ length }) => length)).size - 1;
    }),
    { numRuns: 40 },
  );
  expect(different).toBeGreaterThan(10);
});
