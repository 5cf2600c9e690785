import type { PolicyBacktest } from '@clearwatch/contracts/detection-policy.dto';
import { Alert } from 'antd';
import { TryoutSamples } from './tryout-samples.tsx';
import { TryoutTable } from './tryout-table.tsx';
import { lossWords, sumOf, tryoutWords } from './tryout-words.ts';

/** What the candidate finds otherwise than the policy in force, rule by rule, with examples. */
export function TryoutResult({ tryout }: { tryout: PolicyBacktest }) {
  const sum = sumOf(tryout.rows);
  const loss = lossWords(sum);
  return (
    <>
      <p className="tryout-words">{tryoutWords(tryout, sum)}</p>
      {loss !== null && <Alert banner type="warning" title={loss} />}
      <TryoutTable rows={tryout.rows} sum={sum} />
      <TryoutSamples alerts={tryout.alerts} />
    </>
  );
}
