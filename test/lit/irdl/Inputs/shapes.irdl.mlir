irdl.dialect @shapes {
  irdl.type @point {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(coordinate: %2)
  }
  irdl.operation @distance {
    %0 = irdl.any
    %1 = irdl.parametric @shapes::@point<%0>
    irdl.operands(from: %1, to: %1)
    irdl.results(length: %0)
  }
  irdl.operation @polygon {
    %0 = irdl.base @shapes::@point
    %1 = irdl.base "#builtin.integer"
    %2 = irdl.region() with size 1
    irdl.operands(origin: optional %0, points: variadic %0)
    irdl.attributes {"width" = %1}
    irdl.regions(body: %2)
  }
}
