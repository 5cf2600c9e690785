import type { Deed } from '../../../keyboard/deeds.ts';
import { capsOf } from '../../../keyboard/key-caps.tsx';
import { EVERYWHERE, GO_TO, LEGENDS } from '../../../keyboard/key-registry.ts';
import type { GuideBlock, GuideSection } from '../model/guide-section.ts';

/** A legend as the screens show it: the same keys, from the same registry. */
function tableOf({ title, deeds }: { title: string; deeds: readonly Deed[] }): GuideBlock {
  return {
    kind: 'table',
    caption: title,
    columns: ['Key', 'What it does'],
    rows: deeds.map(({ keys, meaning }) => [keys.map((key) => capsOf(key).join('+')).join(', '), meaning]),
  };
}

export const KEYBOARD: GuideSection = {
  topic: 'keyboard',
  part: 'Look it up',
  title: 'Keyboard',
  blocks: [
    {
      kind: 'text',
      text: `Everything can be done by keyboard: Tab goes from control to control, first of all to “Skip to content”. **${EVERYWHERE.overview.keys[0]}** shows all keys, also the letters that lead to each screen after **${GO_TO}**.`,
    },
    ...LEGENDS.map(tableOf),
    {
      kind: 'text',
      text: 'Single keys mean nothing while you type. They can be turned off beside the list of alerts and in an opened one, for those who speak to their computer.',
    },
  ],
};
