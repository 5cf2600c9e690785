import { AlertLife } from '../diagrams/alert-life.tsx';
import { ImportJourney } from '../diagrams/import-journey.tsx';
import { ReceiptBalance } from '../diagrams/receipt-balance.tsx';
import type { GuideBlock as Block, DiagramName } from '../model/guide-section.ts';
import { GuideText, type Reading } from './guide-text.tsx';

const DIAGRAMS: Record<DiagramName, typeof AlertLife> = {
  'import-journey': ImportJourney,
  'receipt-balance': ReceiptBalance,
  'alert-life': AlertLife,
};

interface GuideBlockProps {
  block: Block;
  reading: Reading;
}

export function GuideBlock({ block, reading }: GuideBlockProps) {
  const say = (text: string) => <GuideText text={text} reading={reading} />;
  if (block.kind === 'text') return <p>{say(block.text)}</p>;
  if (block.kind === 'heading') return <h3>{say(block.text)}</h3>;
  if (block.kind === 'table') return <GuideTable block={block} reading={reading} />;
  if (block.kind === 'diagram') {
    const Diagram = DIAGRAMS[block.diagram];
    return (
      <figure className="guide-diagram">
        <Diagram />
        <figcaption>{say(block.words)}</figcaption>
      </figure>
    );
  }
  if (block.kind === 'terms') {
    return (
      <dl>
        {block.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{say(term)}</dt>
            <dd>{say(meaning)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>{say(item)}</li>
      ))}
    </List>
  );
}

interface GuideTableProps {
  block: Extract<Block, { kind: 'table' }>;
  reading: Reading;
}

function GuideTable({ block: { caption, columns, rows }, reading }: GuideTableProps) {
  return (
    <table>
      <caption>
        <GuideText text={caption} reading={reading} />
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <GuideText text={column} reading={reading} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, at) => (
              <td key={`${columns[at]} ${cell}`}>
                <GuideText text={cell} reading={reading} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
