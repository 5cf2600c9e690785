import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCloseInAddress } from '../../../addresses/use-close-in-address.ts';
import { readDraft } from '../../../drafts/drafts.ts';
import { REQUEST_NAMES, withRequest } from '../../../report-writing/use-report-request.ts';

interface OpenedForm {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Nothing begun is left; the address is changed by whoever says so. */
  forget: () => void;
}

/** Whether a report is being asked for: the address says so, or something was begun in this tab and not sent. */
export function useOpenedForm(): OpenedForm {
  const [params, setParams] = useSearchParams();
  const [isBegun, setIsBegun] = useState(() => readDraft('report') !== null);
  const closeInAddress = useCloseInAddress(REQUEST_NAMES);
  const isAsked = params.has('ask');
  return {
    isOpen: isAsked || isBegun,
    open: () => setParams((current) => withRequest(current)),
    forget: () => setIsBegun(false),
    close: () => {
      setIsBegun(false);
      if (isAsked) closeInAddress();
    },
  };
}
