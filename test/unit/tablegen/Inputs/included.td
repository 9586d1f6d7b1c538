#ifndef INCLUDED
#define INCLUDED
class FromInclude { int there = 1; }
def Included : FromInclude;
#endif // INCLUDED
