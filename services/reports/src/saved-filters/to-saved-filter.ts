import { type SavedFilter, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { plainToInstance } from 'class-transformer';
import { type KeptView, mayChange } from '../kept-views/kept-view.ts';

/** A kept view of transaction reports, whose content is a filter set. */
export function toSavedFilter(actor: Actor, view: KeptView): SavedFilter {
  return {
    id: view.id,
    name: view.name,
    visibility: view.visibility,
    filters: plainToInstance(TransactionFilters, view.content),
    owner: view.owner,
    mayChange: mayChange(actor, view),
    updatedAt: view.updatedAt,
  };
}
