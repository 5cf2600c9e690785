import { useSearchParams } from 'react-router-dom';
import { numberIn, pageIn } from '../../addresses/read-param.ts';
import { withoutRequest } from '../../report-writing/use-report-request.ts';

interface OpenedReport {
  /** Null: none is selected. */
  id: number | null;
  /** Of the list, from 1. */
  page: number;
  open: (id: number | null) => void;
  /** The one that was asked for, in the place of the form. */
  openAsked: (id: number) => void;
  turnTo: (page: number) => void;
}

/** Which report is selected, and the page of the list, live in the address. */
export function useOpenedReport(): OpenedReport {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string | null): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (value === null) changed.delete(name);
      else changed.set(name, value);
      return changed;
    });
  return {
    id: numberIn(params, 'report'),
    page: pageIn(params),
    openAsked: (id) =>
      setParams((current) => {
        const changed = withoutRequest(current);
        changed.set('report', String(id));
        return changed;
      }),
    open: (id) => set('report', id === null ? null : String(id)),
    turnTo: (page) => set('page', page === 1 ? null : String(page)),
  };
}
