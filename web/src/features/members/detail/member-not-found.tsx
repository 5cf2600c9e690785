import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { AS_IT_WAS } from '../../../addresses/as-it-was.ts';
import type { MemberNames } from '../../../addresses/member-address.ts';
import { useListAddress } from '../../../addresses/remembered-list.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';

export function MemberNotFound({ firstName, lastName }: MemberNames) {
  const navigate = useNavigate();
  const list = useListAddress('/analysis');
  return (
    <Panel title="Member Not Found">
      <PanelEmpty text={`Unable to find member details for ${firstName} ${lastName}`}>
        <Button type="primary" onClick={() => void navigate(list, { state: AS_IT_WAS })}>
          Back to Analysis
        </Button>
      </PanelEmpty>
    </Panel>
  );
}
