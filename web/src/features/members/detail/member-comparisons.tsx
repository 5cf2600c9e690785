import type { MemberComparison } from '@clearwatch/contracts/http/members';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { Panel } from '../../../panels/panel.tsx';
import { COMPARED, comparedFigure, usualWords } from './comparison-words.ts';

/** The last 30 days beside the member's own usual month, and its year beside those of the others. */
export function MemberComparisons({ comparisons }: { comparisons: MemberComparison[] }) {
  return (
    <Panel
      title="Own Normal and Peers"
      badges={
        <span className="detail-risk">
          <DefinitionInfo figure="ownNormal" />
          <DefinitionInfo figure="peerStanding" />
        </span>
      }
    >
      {comparisons.length === 0 ? (
        <p className="quiet plain-line">Nothing to compare with yet.</p>
      ) : (
        <ul className="comparisons">
          {comparisons.map((comparison) => (
            <li key={comparison.what}>
              <Comparison comparison={comparison} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Comparison({ comparison }: { comparison: MemberComparison }) {
  const { what, latest, ownMedian, peerSentence } = comparison;
  const words = usualWords(comparison);
  return (
    <>
      <span className="comparison-head">
        <strong>{COMPARED[what]}</strong>
        <span className="figures">{comparedFigure(what, latest)} in 30 days</span>
      </span>
      <span className="comparison-line">
        {ownMedian === null || words === null ? (
          'No usual month yet'
        ) : (
          <>
            <span>{words}</span>
            <span className="quiet figures">usually {comparedFigure(what, ownMedian)}</span>
          </>
        )}
      </span>
      {peerSentence !== null && <span className="quiet">{peerSentence} in 12 months</span>}
    </>
  );
}
