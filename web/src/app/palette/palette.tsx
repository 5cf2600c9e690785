import { Modal } from 'antd';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import type { Screen } from '../screens.ts';
import { addressOf, type Entry } from './entry.ts';
import { PaletteBox } from './palette-box.tsx';
import { useRecentJumps } from './recent-jumps.ts';
import { screenEntries } from './screen-entries.ts';
import { useActs } from './use-acts.ts';
import './palette.css';

interface PaletteProps {
  open: boolean;
  screens: readonly Screen[];
  /** What was typed before the field was there. */
  takeTyped: () => string;
  onKeys: () => void;
  onClose: () => void;
}

/**
 * Search, go somewhere, do something, from anywhere and by keyboard alone. What is chosen happens when the palette is gone and
 * the keyboard back where it was: what opens then knows where to give it back to.
 */
export default function Palette({ open, screens, takeTyped, onKeys, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const here = useLocation();
  const { remember } = useRecentJumps();
  const acts = useActs(onKeys);
  const chosen = useRef<Entry | null>(null);
  useFocusAround(open);

  const choose = (entry: Entry): void => {
    if ('stay' in entry.does) {
      entry.does.stay();
      return;
    }
    chosen.current = entry;
    onClose();
  };
  const carryOut = (): void => {
    const entry = chosen.current;
    chosen.current = null;
    if (entry === null) return;
    if ('act' in entry.does) entry.does.act();
    else if ('jump' in entry.does) {
      const { jump } = entry.does;
      if (isFound(entry)) remember(entry);
      void navigate(addressOf(jump, here));
      if ('to' in jump) document.getElementById('content')?.focus();
    }
  };
  return (
    <Modal
      className="palette"
      open={open}
      title="Search"
      width={680}
      zIndex={ABOVE_ALL}
      footer={null}
      closable={false}
      destroyOnHidden
      // It is there at once: whoever calls it by key goes on typing.
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      // A moment later the keyboard is back where it was (useFocusAround).
      afterClose={() => setTimeout(carryOut)}
    >
      <PaletteBox
        screens={screenEntries(screens)}
        acts={acts}
        takeTyped={takeTyped}
        onChoose={choose}
        onClose={onClose}
      />
    </Modal>
  );
}

/** Above drawers and other dialogs, which it may be called from. */
const ABOVE_ALL = 1100;

/** Screens stand in the list by themselves, and what was asked for at large is no thing gone to. */
function isFound({ id }: Entry): boolean {
  return !/^(screen|act|all)-/.test(id);
}
