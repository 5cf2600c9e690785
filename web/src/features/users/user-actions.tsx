import { MoreOutlined } from '@ant-design/icons';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { mainGround } from '../../dialogs/main-ground.ts';
import { USER_ACTS, type UserActName } from './user-acts.ts';

export type UserChoice = UserActName | 'details' | 'resetPassword';

interface UserActionsProps {
  user: StaffUser;
  isOneself: boolean;
  now: number;
  busy: boolean;
  /** `trigger` is where the keyboard comes back to. */
  onChoose: (choice: UserChoice, trigger: Element | null) => void;
}

/** What an admin can do with one user. What the server would refuse is there, disabled, with the reason. */
export function UserActions({ user, isOneself, now, busy, onChoose }: UserActionsProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const choose = (choice: UserChoice): void => onChoose(choice, menuButton.current);

  const act = (name: UserActName): MenuItem[] => {
    const { label, offered, refusal } = USER_ACTS[name];
    if (!offered(user, now)) return [];
    return [entry({ key: name, label: label(user), refusal: refusal(user, isOneself) })];
  };
  const items: MenuItem[] = [
    entry({ key: 'details', label: 'Sessions and Activity' }),
    entry({
      key: 'resetPassword',
      label: 'Reset Password',
      refusal: isOneself ? 'Change your own under Account & Security' : null,
    }),
    ...act('unlock'),
    { type: 'divider' },
    ...act('activate'),
    ...act('deactivate'),
    ...act('changeRole'),
    ...act('resetTwoFactor'),
    { type: 'divider' },
    ...act('delete').map((item) => Object.assign({}, item, { danger: true })),
  ];

  return (
    <span className="user-actions">
      {!isOneself && USER_ACTS.unlock.offered(user, now) && (
        <Button
          size="small"
          disabled={busy}
          onClick={() => choose('unlock')}
          aria-label={`Unlock ${user.username}`}
        >
          Unlock
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={mainGround}
        // The keyboard goes into the menu that it opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onOpenChange={(open) => {
          if (!open) menuButton.current?.focus();
        }}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            // Or the Enter that chose would go on to press what has the focus in the dialog it opened.
            domEvent.preventDefault();
            choose(key as UserChoice);
          },
        }}
      >
        <Button
          ref={menuButton}
          type="text"
          size="small"
          icon={<MoreOutlined aria-hidden />}
          disabled={busy}
          aria-label={`Actions for ${user.username}`}
          aria-haspopup="menu"
        />
      </Dropdown>
    </span>
  );
}

type MenuItem = NonNullable<MenuProps['items']>[number];

interface Entry {
  key: UserChoice;
  label: string;
  refusal?: string | null;
}

function entry({ key, label, refusal = null }: Entry): MenuItem {
  if (refusal === null) return { key, label };
  return {
    key,
    disabled: true,
    label: (
      <span className="user-action-refused">
        {label} <span className="user-action-reason">{refusal}</span>
      </span>
    ),
  };
}
