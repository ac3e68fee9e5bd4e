export { fr } from './fr.gen';
