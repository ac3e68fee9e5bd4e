import { useOperation } from '../../api/operations';
import { Dashboard } from './Dashboard';
import { askDashboard } from './queries';

export const askFirst = askDashboard;

/** The dashboard of an operation. A participant has pages of its own (specification section 6). */
export function DashboardPage() {
  const { id } = useOperation();
  return <Dashboard view={{ kind: 'operation', operationId: id }} own={[]} />;
}
