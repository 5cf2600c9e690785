import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatDateTime } from '../../../formats/dates.ts';
import { heldName } from '../../../legal-holds/held-words.ts';
import type { Column } from '../../../tables/data-table.tsx';

/** @param onRelease null: who looks may not release */
export function holdColumns(onRelease: ((hold: LegalHold) => void) | null): Column<LegalHold>[] {
  return [
    { title: 'Held', cell: (hold) => <Held hold={hold} /> },
    {
      title: 'Reason',
      cell: ({ reason, reference }) => (
        <span className="hold-words">
          <span>{reason}</span>
          {reference !== null && <span className="quiet">{reference}</span>}
        </span>
      ),
    },
    {
      title: 'Placed',
      cell: ({ placedBy, placedAt }) => (
        <span className="version-saved">
          {placedBy}
          <span className="quiet">{formatDateTime(placedAt)}</span>
        </span>
      ),
    },
    { title: 'State', cell: (hold) => <State hold={hold} /> },
    ...(onRelease === null
      ? []
      : [
          {
            title: 'Actions',
            cell: (hold: LegalHold) =>
              hold.state === 'standing' && (
                <Button
                  size="small"
                  aria-label={`Release the hold on ${heldName(hold)}`}
                  onClick={() => onRelease(hold)}
                >
                  Release
                </Button>
              ),
          },
        ]),
  ];
}

function Held({ hold }: { hold: LegalHold }) {
  const { accountNumber, member } = hold;
  return (
    <span className="version-saved">
      {member === null ? heldName(hold) : <Link to={memberAddress(member)}>{heldName(hold)}</Link>}
      {accountNumber !== null && <span className="quiet figures">{maskAccount(accountNumber)}</span>}
    </span>
  );
}

function State({ hold: { state, releasedBy, releasedAt, releaseReason } }: { hold: LegalHold }) {
  if (state === 'standing' || releasedAt === null) return <ToneBadge tone="yellow">Stands</ToneBadge>;
  return (
    <span className="hold-words">
      Released by {releasedBy}
      <span className="quiet">{formatDateTime(releasedAt)}</span>
      <span className="quiet">{releaseReason}</span>
    </span>
  );
}
