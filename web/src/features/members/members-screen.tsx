import { MemberCards } from './list/member-cards.tsx';
import { MemberList } from './list/member-list.tsx';
import './members.css';

export default function MembersScreen() {
  return (
    <div className="screen-rows">
      <MemberCards />
      <MemberList />
    </div>
  );
}
