import { useSearchParams } from 'react-router-dom';
import { useCloseInAddress } from './use-close-in-address.ts';

const NAME = 'dialog';

interface DialogInAddress {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/**
 * A dialog in which something is filled in or looked at, by its name in the address: it can be reloaded and gone back from.
 * Questions before an act have none: nobody is to be sent a link that asks to delete something.
 *
 * @param dialog unlike all others of its screen
 */
export function useDialogInAddress(dialog: string): DialogInAddress {
  const [params, setParams] = useSearchParams();
  const close = useCloseInAddress([NAME]);
  return {
    isOpen: params.get(NAME) === dialog,
    open: () =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        changed.set(NAME, dialog);
        return changed;
      }),
    close,
  };
}
