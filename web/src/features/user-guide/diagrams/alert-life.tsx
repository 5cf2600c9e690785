import { DiagramArrow } from './diagram-arrow.tsx';
import { DiagramBox } from './diagram-box.tsx';

const WIDTH = 160;

/** What becomes of an alert. */
export function AlertLife() {
  return (
    <svg viewBox="0 0 772 196" aria-hidden>
      <DiagramBox x={20} y={66} width={WIDTH} title="Unreviewed" words="raised by a rule" />
      <DiagramBox x={306} y={66} width={WIDTH} title="Taken" words="by one person" />
      <DiagramBox x={592} y={66} width={WIDTH} title="Reviewed" words="outcome and note" isResult />
      <DiagramArrow
        way="M180 84H300"
        at={[306, 84]}
        towards="right"
        words={{ text: 'take, take next', x: 243, y: 76 }}
      />
      <DiagramArrow
        way="M306 104H186"
        at={[180, 104]}
        towards="left"
        words={{ text: 'give back, time over', x: 243, y: 124 }}
      />
      <DiagramArrow
        way="M466 92H586"
        at={[592, 92]}
        towards="right"
        words={{ text: 'decide', x: 529, y: 84 }}
      />
      <DiagramArrow
        way="M672 118V168H100V124"
        at={[100, 118]}
        towards="up"
        words={{ text: 'reopen, with a reason; the first decision stays in the history', x: 386, y: 186 }}
      />
      <DiagramArrow
        way="M640 66V24H100V60"
        at={[100, 66]}
        towards="down"
        words={{ text: 'the behaviour grows by half: a new alert', x: 386, y: 16 }}
      />
    </svg>
  );
}
