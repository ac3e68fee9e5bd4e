import type { FirstQuestions } from '../../api/firstQuestions';
import { useOperation } from '../../api/operations';
import { askCoefficientsDue } from '../due/queries';
import { Dashboard } from './Dashboard';
import { askDashboard } from './queries';

/** What is due stands above the figures, which are not shown before it is known. */
export const askFirst: FirstQuestions = (queries, operation, params) =>
  Promise.all([askCoefficientsDue(queries, operation), askDashboard(queries, operation, params)]);

/** The dashboard of an operation. A participant has pages of its own (specification section 6). */
export function DashboardPage() {
  const { id } = useOperation();
  return <Dashboard view={{ kind: 'operation', operationId: id }} own={[]} />;
}
