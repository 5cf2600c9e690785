import { ENTRY_LAYOUTS, type EntryFamily } from '../layouts/entry-layouts.ts';
import { type Field, fieldOf, type Layout } from '../layouts/layout.ts';

/** Where in an entry stands what every entry has; some families have no name, no identification or no addenda count. */
export interface EntryPlaces {
  layout: Layout;
  amount: Field;
  account: Field;
  name: Field | null;
  /** The individual identification number; the check serial number where the class has that in its place. */
  identification: Field | null;
  addendaCount: Field | null;
}

const places = (layout: Layout): EntryPlaces => {
  const optional = (name: string): Field | null => layout.fields.find((field) => field.name === name) ?? null;
  return {
    layout,
    amount: fieldOf(layout, 'amount'),
    account: fieldOf(layout, 'account'),
    name: optional('name'),
    identification: optional('identification') ?? optional('checkSerialNumber'),
    addendaCount: optional('addendaCount'),
  };
};

/** Looked up once, not for every entry. */
export const ENTRY_PLACES: Readonly<Record<EntryFamily, EntryPlaces>> = {
  default: places(ENTRY_LAYOUTS.default),
  check: places(ENTRY_LAYOUTS.check),
  pop: places(ENTRY_LAYOUTS.pop),
  shr: places(ENTRY_LAYOUTS.shr),
  trc: places(ENTRY_LAYOUTS.trc),
  ctx: places(ENTRY_LAYOUTS.ctx),
  ack: places(ENTRY_LAYOUTS.ack),
  atx: places(ENTRY_LAYOUTS.atx),
  cie: places(ENTRY_LAYOUTS.cie),
  iat: places(ENTRY_LAYOUTS.iat),
  adv: places(ENTRY_LAYOUTS.adv),
};
