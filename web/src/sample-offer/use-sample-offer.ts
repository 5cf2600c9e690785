import type { SampleOffer } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '../api/get-current-user.ts';
import { getSampleOffer } from '../api/sample-ledger.ts';

interface OfferToMe {
  offer: SampleOffer;
  isAdmin: boolean;
}

/** What is on offer and whether this person may take it; null while unknown and when there is nothing to offer. */
export function useSampleOffer(): OfferToMe | null {
  const { data: offer } = useQuery(getSampleOffer());
  const { data: user } = useQuery(getCurrentUser());
  if (!offer?.available || !user) return null;
  return { offer, isAdmin: user.role === 'Admin' };
}
