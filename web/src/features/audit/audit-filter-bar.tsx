import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useId, useMemo } from 'react';
import { listUsers } from '../../api/users-api.ts';
import { DebouncedField } from '../../components/tables/list-filters.tsx';
import { mainPopupContainer } from '../../components/theme-provider.tsx';
import { subjectLabelOf } from '../../lib/audit-labels.ts';
import { type AuditFilters, actionGroups, isAuditFiltered, NO_AUDIT_FILTERS } from './audit-log-filters.ts';

const ACTION_GROUPS = actionGroups();

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (part: Partial<AuditFilters>) => void;
  onSearch: (search: string) => void;
}

export function AuditFilterBar({ filters, onChange, onSearch }: AuditFilterBarProps) {
  const { actorId, subjectType, subjectId } = filters;
  const users = useUserOptions(actorId);
  return (
    <section className="audit-filters" aria-label="Filters">
      <DebouncedField
        className="audit-search"
        label="Search the audit log"
        placeholder="Name, address, action"
        value={filters.search}
        onChange={onSearch}
      />
      <Select
        className="audit-action"
        aria-label="Action"
        placeholder="Any action"
        allowClear
        getPopupContainer={mainPopupContainer}
        showSearch={{ optionFilterProp: 'label' }}
        virtual={false}
        popupMatchSelectWidth={260}
        options={ACTION_GROUPS}
        value={filters.action || null}
        onChange={(action) => onChange({ action: action ?? '' })}
      />
      <Select
        className="audit-actor"
        aria-label="By user"
        placeholder="Anybody"
        allowClear
        getPopupContainer={mainPopupContainer}
        showSearch={{ optionFilterProp: 'label' }}
        options={users}
        value={actorId || null}
        onChange={(userId) => onChange({ actorId: userId ?? '' })}
      />
      <span className="audit-days">
        <DayField label="From (UTC)" value={filters.from} onChange={(from) => onChange({ from })} />
        <DayField label="To (UTC)" value={filters.to} onChange={(to) => onChange({ to })} />
      </span>
      {subjectType !== '' && (
        <Button size="small" onClick={() => onChange({ subjectType: '', subjectId: '' })}>
          About {subjectLabelOf({ subjectType, subjectId: subjectId || null, subjectLabel: null })}{' '}
          <span aria-hidden>×</span>
          <span className="visually-hidden">(remove)</span>
        </Button>
      )}
      {isAuditFiltered(filters) && (
        <Button type="link" onClick={() => onChange(NO_AUDIT_FILTERS)}>
          Clear filters
        </Button>
      )}
    </section>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className="audit-day">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        value={value}
        title="Days begin and end at midnight UTC"
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

/** All users, and a deleted one whom the address names. */
function useUserOptions(actorId: string): { value: string; label: string }[] {
  const { data } = useQuery(listUsers());
  return useMemo(() => {
    const options = (data?.items ?? []).map(({ id, username }) => ({ value: String(id), label: username }));
    const known = actorId === '' || options.some(({ value }) => value === actorId);
    return known ? options : [...options, { value: actorId, label: `User #${actorId}` }];
  }, [data, actorId]);
}
