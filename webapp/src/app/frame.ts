/**
 * What stands around the pages of whoever is signed in: menu, bar, search, running work, and the doors
 * that let a role through. One chunk, which the pages before the sign-in go without.
 */
export { FirstSteps, SeveralOperations } from './HomeParts';
export { Allowed, DashboardDoor, FirstPage, Guard, OperationLayout, OwnGuard, ThingDoor } from './OperationLayout';
export { OwnNextInvoice, OwnOwed } from './OwnInvoices';
export { RequireSession } from './RequireSession';
export { Shell } from './Shell';
