import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { noteStep } from './visited-steps.ts';

/** Notes where the tab has been, for what leads back there. */
export function useNotedSteps(): void {
  const here = useLocation();
  useEffect(() => noteStep(here), [here]);
}
