import { LockOutlined } from '@ant-design/icons';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { listHoldsOn } from '../../../api/legal-holds.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { PlaceHoldDialog } from '../../../legal-holds/place-hold-dialog.tsx';
import { ReleaseHoldDialog } from '../../../legal-holds/release-hold-dialog.tsx';

/** Which legal holds stand on the account, and for admins the way to place and release one. */
export function MemberHolds({ member }: { member: Pick<MemberRow, 'accountNumber' | 'displayName'> }) {
  const isAdmin = useQuery(getCurrentUser()).data?.role === 'Admin';
  const { data: holds } = useQuery(listHoldsOn(member.accountNumber));
  const [isPlacing, setIsPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  if (holds === undefined || (holds.total === 0 && !isAdmin)) return null;
  return (
    <section className="member-holds" aria-label="Legal holds">
      {holds.items.map((hold) => (
        <p key={hold.id} className="member-hold">
          <LockOutlined aria-hidden />
          <span>
            <strong>{hold.accountNumber === null ? 'Legal hold on everything' : 'Legal hold'}</strong>
            {hold.reference !== null && ` ${hold.reference}`}: {hold.reason}{' '}
            <span className="quiet">
              Placed by {hold.placedBy}, {formatDateTime(hold.placedAt)}. Nothing of this account is removed.
            </span>
          </span>
          {isAdmin && (
            <Button size="small" onClick={() => setReleasing(hold)}>
              Release
            </Button>
          )}
        </p>
      ))}
      {isAdmin && (
        <Button size="small" icon={<LockOutlined aria-hidden />} onClick={() => setIsPlacing(true)}>
          Place legal hold
        </Button>
      )}
      {isPlacing && (
        <PlaceHoldDialog
          account={{ number: member.accountNumber, name: member.displayName }}
          onClose={() => setIsPlacing(false)}
        />
      )}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </section>
  );
}
