import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { Panel } from '../../../panels/panel.tsx';
import { COMPARED, comparedFigure, usualWords } from './comparison-words.ts';

/** The last 30 days beside the member's own usual month, and its year beside those of the others. */
export function MemberComparisons({ comparisons }: { comparisons: MemberComparison[] }) {
  return (
    <Panel title="Own Normal and Peers">
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
        <span className="explained figures">
          {comparedFigure(what, latest)} in {USUAL_COMPARED_DAYS} days
          <DefinitionInfo figure="lately" />
        </span>
      </span>
      <span className="comparison-line">
        {ownMedian === null || words === null ? (
          'No usual month yet'
        ) : (
          <>
            <span>{words}</span>
            <span className="explained quiet figures">
              usually {comparedFigure(what, ownMedian)}
              <DefinitionInfo figure="ownNormal" />
            </span>
          </>
        )}
      </span>
      {peerSentence !== null && (
        <span className="explained quiet">
          {peerSentence} in 12 months
          <DefinitionInfo figure="peerStanding" />
        </span>
      )}
    </>
  );
}
