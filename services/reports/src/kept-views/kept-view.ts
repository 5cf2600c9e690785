import { FILTER_VISIBILITIES, type FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import {
  booleanOf,
  enumOf,
  instantOf,
  integerOf,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { KEPT_SCREENS, type KeptScreen } from './view-kinds.ts';

/** What somebody keeps under a name. */
export interface ViewToKeep {
  name: string;
  visibility: FilterVisibility;
  /** Whatever its screen makes of it. */
  content: object;
}

export interface KeptView extends Omit<ViewToKeep, 'content'> {
  id: number;
  ownerId: number;
  owner: string;
  screen: KeptScreen;
  /** As it was kept: the reader of its screen checks it. */
  content: unknown;
  /** Whether it is the default of whoever asked. */
  isDefault: boolean;
  updatedAt: string;
}

export function toKeptView(row: Row): KeptView {
  return {
    id: integerOf(row, 'id'),
    ownerId: integerOf(row, 'owner_id'),
    owner: textOf(row, 'owner_name'),
    screen: enumOf(KEPT_SCREENS, row, 'screen'),
    name: textOf(row, 'name'),
    visibility: enumOf(FILTER_VISIBILITIES, row, 'visibility'),
    content: row['content'],
    isDefault: booleanOf(row, 'is_default'),
    updatedAt: instantOf(row, 'updated_at'),
  };
}

export function mayChange(actor: Actor, { ownerId }: Pick<KeptView, 'ownerId'>): boolean {
  return actor.role === 'Admin' || actor.userId === ownerId;
}

/** What others keep for themselves is not there for anybody but admins. */
export function maySee(actor: Actor, view: Pick<KeptView, 'ownerId' | 'visibility'>): boolean {
  return view.visibility === 'shared' || mayChange(actor, view);
}
